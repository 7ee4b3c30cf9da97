"""A ball that is kicked through a room takes coins."""
import pymunk

COIN, BALL = 1, 2


class Game:
    def __init__(self):
        self.space = pymunk.Space()
        self.space.gravity = (0, -1000)
        self.lag = 0.0
        corners = [(0, 0), (300, 0), (300, 200), (0, 200)]
        for a, b in zip(corners, corners[1:] + corners[:1]):
            wall = pymunk.Segment(self.space.static_body, a, b, 1)
            wall.elasticity = 1
            self.space.add(wall)
        self.ball = pymunk.Body(2, pymunk.moment_for_circle(2, 0, 10))
        self.ball.position = (40, 40)
        shape = pymunk.Circle(self.ball, 10)
        shape.friction, shape.elasticity, shape.collision_type = 0.5, 0.8, BALL
        self.space.add(self.ball, shape)
        self.coins = []
        for x in range(60, 261, 40):
            coin = pymunk.Body(body_type=pymunk.Body.STATIC)
            coin.position = (x, 90)
            shape = pymunk.Circle(coin, 6)
            shape.sensor, shape.collision_type = True, COIN
            self.space.add(coin, shape)
            self.coins.append(coin)
        self.space.on_collision(COIN, BALL, begin=self.take)

    def take(self, arbiter, space, data):
        shape = arbiter.shapes[0]
        space.remove(shape, shape.body)
        self.coins.remove(shape.body)

    def kick(self):
        side = 1 if self.ball.position.x < 150 else -1
        self.ball.apply_impulse_at_world_point((side * 500, 900), self.ball.position)

    def update(self, elapsed):
        self.lag = min(self.lag + elapsed, 0.25)
        while self.lag >= 1 / 120:
            self.space.step(1 / 120)
            self.lag -= 1 / 120


game = Game()
for frame in range(240):
    if frame % 60 == 0:
        game.kick()
    game.update(1.4 / 60 if frame % 7 == 0 else 0.93 / 60)
x, y = game.ball.position
print(f"{6 - len(game.coins)} coins, the ball at {int(x)}, {int(y)}")
