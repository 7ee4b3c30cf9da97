import Chipmunk

let space = try Space()
