"""Makes a PNG of an MCAP recording with Rerun: the file's transforms place the crates, its scene has their shapes."""

import os
import subprocess
import sys
import time

import rerun as rr
import rerun.blueprint as rrb
from mcap.reader import make_reader
from mcap_protobuf.decoder import DecoderFactory
from PIL import Image

recording, picture = sys.argv[1:]
together = recording + ".rrd"
rr.init("tiltbox", recording_id="tiltbox")
view = rrb.Spatial3DView(
    origin="/",
    contents=["/tf/**", "/shapes/**"],
    spatial_information=rrb.SpatialInformation(target_frame="world"),
    eye_controls=rrb.EyeControls3D(position=(150, 150, 480), look_target=(150, 150, 0), eye_up=(0, 1, 0)),
)
rr.save(together, default_blueprint=rrb.Blueprint(view, collapse_panels=True))
rr.log_file_from_path(recording)

# Rerun moves frames by transforms but does not draw a SceneUpdate, so its cubes and triangles are logged here.
reader = make_reader(open(recording, "rb"), decoder_factories=[DecoderFactory()])
_, _, _, scene = next(iter(reader.iter_decoded_messages(topics=["/scene"])))


def color(part):
    return [part.color.r, part.color.g, part.color.b, part.color.a]


for entity in scene.entities:
    path = "shapes/" + entity.id
    for index, cube in enumerate(entity.cubes):
        rr.log(
            "%s/%d" % (path, index),
            rr.Boxes3D(
                centers=[[cube.pose.position.x, cube.pose.position.y, cube.pose.position.z]],
                sizes=[[cube.size.x, cube.size.y, cube.size.z]],
                colors=[color(cube)],
                fill_mode="solid",
            ),
            rr.CoordinateFrame(entity.frame_id),
            static=True,
        )
    for index, part in enumerate(entity.triangles):
        rr.log(
            "%s/t%d" % (path, index),
            rr.Mesh3D(
                vertex_positions=[[point.x, point.y, point.z] for point in part.points],
                triangle_indices=[list(part.indices)[i : i + 3] for i in range(0, len(part.indices), 3)],
                albedo_factor=color(part),
            ),
            rr.CoordinateFrame(entity.frame_id),
            static=True,
        )
# A separate thread imports the file.
size = -1
while size != os.path.getsize(together):
    size = os.path.getsize(together)
    time.sleep(2)
rr.disconnect()

environment = dict(os.environ, VK_DRIVER_FILES="/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
viewer = [os.path.join(os.path.dirname(sys.executable), "rerun"), together, "--headless"]


def seen():
    """The crates whose colours cover a large area of the picture. Rerun may draw before it has loaded everything."""
    if not os.path.exists(picture):
        return set()
    counts = Image.open(picture).convert("RGB").reduce(4).getcolors(1 << 20)
    wanted = {entity.id: color(entity.cubes[0])[:3] for entity in scene.entities if entity.cubes}
    return {
        name
        for name, parts in wanted.items()
        if sum(count for count, pixel in counts if all(abs(p - 255 * q) < 8 for p, q in zip(pixel, parts))) > 20
    }


for _ in range(5):
    # Without a graphics card, the first picture may take longer than Rerun waits for it.
    subprocess.run(
        viewer + ["--window-size", "800x640", "--screenshot-to", picture],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=120,
    )
    if len(seen()) > 2:
        break
assert len(seen()) > 2, "the picture shows the crates %s" % sorted(seen())
print(picture, "shows", *sorted(seen()))
