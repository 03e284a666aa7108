"""Draws the deformed beams with stress from a run's ParaView files (VTK's Python, off screen).

    slideway run beam_on_beam/unstable_rough --output results/beam_on_beam/unstable_rough
    xvfb-run -a python3 docs/images/beams.py results/beam_on_beam/unstable_rough docs/images/beams.png
"""
import math
import os
import sys
import xml.etree.ElementTree as ET

import vtk

folder, picture = sys.argv[1], sys.argv[2]
shown, ghosts = 2.95, (0.20, 1.60)  # [s] coloured frame, grey outlines
WIDTH, HEIGHT = 1300, 560

steps = [(float(e.get("timestep")), e.get("file"))
         for e in ET.parse(os.path.join(folder, "transient.pvd")).getroot().iter("DataSet")]


def frame(time):
    t, name = min(steps, key=lambda step: abs(step[0] - time))
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(os.path.join(folder, name))
    reader.Update()
    return t, reader.GetOutput()


def text(words, x, y, size=24, bold=False, align="left"):
    actor = vtk.vtkTextActor()
    actor.SetInput(words)
    actor.GetPositionCoordinate().SetCoordinateSystemToWorld()
    actor.GetPositionCoordinate().SetValue(x, y, 0)
    p = actor.GetTextProperty()
    p.SetColor(0, 0, 0)
    p.SetFontSize(size)
    p.SetBold(bold)
    p.SetFontFamilyToArial()
    if align == "centre":
        p.SetJustificationToCentered()
    return actor


renderer = vtk.vtkRenderer()
renderer.SetBackground(1, 1, 1)

for time in ghosts:
    edges = vtk.vtkFeatureEdges()
    surface = vtk.vtkGeometryFilter()
    surface.SetInputData(frame(time)[1])
    edges.SetInputConnection(surface.GetOutputPort())
    edges.BoundaryEdgesOn()
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(edges.GetOutputPort())
    mapper.ScalarVisibilityOff()
    ghost = vtk.vtkActor()
    ghost.SetMapper(mapper)
    ghost.GetProperty().SetColor(0.6, 0.6, 0.6)
    ghost.GetProperty().SetLineWidth(1.5)
    renderer.AddActor(ghost)

time, grid = frame(shown)
mega = vtk.vtkArrayCalculator()
mega.SetInputData(grid)
mega.AddScalarArrayName("von_mises")
mega.SetFunction("von_mises / 1000000")
mega.SetResultArrayName("MPa")
mega.Update()
grid = mega.GetOutput()
table = vtk.vtkColorTransferFunction()  # viridis
for k, (r, g, b) in enumerate([(0.267, 0.005, 0.329), (0.283, 0.141, 0.458), (0.254, 0.265, 0.530),
                               (0.207, 0.372, 0.553), (0.164, 0.471, 0.558), (0.128, 0.567, 0.551),
                               (0.135, 0.659, 0.518), (0.267, 0.749, 0.441), (0.478, 0.821, 0.318),
                               (0.741, 0.873, 0.150), (0.993, 0.906, 0.144)]):
    table.AddRGBPoint(0.12 * k, r, g, b)
mapper = vtk.vtkDataSetMapper()
mapper.SetInputData(grid)
mapper.SetScalarModeToUsePointFieldData()
mapper.SelectColorArray("MPa")
mapper.SetLookupTable(table)
mapper.SetScalarRange(0, 1.2)
beams = vtk.vtkActor()
beams.SetMapper(mapper)
beams.GetProperty().LightingOff()
renderer.AddActor(beams)

bar = vtk.vtkScalarBarActor()
bar.SetLookupTable(table)
bar.SetTitle("von Mises stress in MPa")
bar.SetOrientationToHorizontal()
bar.SetNumberOfLabels(4)
bar.SetLabelFormat("%.1f")
bar.UnconstrainedFontSizeOn()
for p, size in ((bar.GetTitleTextProperty(), 22), (bar.GetLabelTextProperty(), 20)):
    p.SetColor(0, 0, 0)
    p.SetFontSize(size)
    p.ItalicOff()
    p.ShadowOff()
    p.BoldOff()
    p.SetFontFamilyToArial()
bar.SetTextPositionToPrecedeScalarBar()
bar.SetPosition(0.05, 0.03)
bar.SetWidth(0.28)
bar.SetHeight(0.17)
renderer.AddActor2D(bar)

# Contact force on the slave node, from the array contact_force.
force, state = (grid.GetPointData().GetArray(name) for name in ("contact_force", "contact_state"))
slave = max((i for i in range(grid.GetNumberOfPoints()) if state.GetValue(i) > 0),
            key=lambda i: force.GetTuple(i)[1])
fx, fy, _ = force.GetTuple(slave)
x, y, _ = grid.GetPoint(slave)
size = 0.016 / (fx**2 + fy**2) ** 0.5
line = vtk.vtkLineSource()
line.SetPoint1(x - size * fx, y - size * fy - 0.0025, 0.001)
line.SetPoint2(x, y - 0.0025, 0.001)
mapper = vtk.vtkPolyDataMapper()
mapper.SetInputConnection(line.GetOutputPort())
shaft = vtk.vtkActor()
shaft.SetMapper(mapper)
shaft.GetProperty().SetColor(0.84, 0.37, 0)
shaft.GetProperty().SetLineWidth(4)
renderer.AddActor(shaft)
head = vtk.vtkRegularPolygonSource()
head.SetNumberOfSides(3)
head.SetRadius(0.0014)
head.SetCenter(0, 0, 0)
turn = vtk.vtkTransform()
turn.Translate(x - 0.0009 * fx / fy, y - 0.0034, 0.001)
turn.RotateZ(math.degrees(math.atan2(fy, fx)) - 90)
turned = vtk.vtkTransformPolyDataFilter()
turned.SetInputConnection(head.GetOutputPort())
turned.SetTransform(turn)
mapper = vtk.vtkPolyDataMapper()
mapper.SetInputConnection(turned.GetOutputPort())
tip = vtk.vtkActor()
tip.SetMapper(mapper)
tip.GetProperty().SetColor(0.84, 0.37, 0)
renderer.AddActor(tip)

for words, wx, wy in (("t = 0.20 s", 0.055, 0.0425), ("t = 1.60 s", 0.0965, 0.0425),
                      ("t = %.2f s" % time, 0.1375, 0.0425)):
    renderer.AddActor2D(text(words, wx, wy, 22, words.endswith("%.2f s" % time)))
renderer.AddActor2D(text("B  clamp", -0.004, -0.0075))
renderer.AddActor2D(text("T", 0.1015, -0.0045))
renderer.AddActor2D(text("C", x - 0.004, y + 0.0035))
renderer.AddActor2D(text("A", 0.1608, 0.0345))
renderer.AddActor2D(text("lower: polycarbonate", 0.030, -0.0075))
renderer.AddActor2D(text("upper: aluminium", 0.131, 0.0155))
renderer.AddActor2D(text("contact force %.0f mN" % (1000 * math.hypot(fx, fy)), x + 0.0045, y - 0.0175))

window = vtk.vtkRenderWindow()
window.SetOffScreenRendering(1)
window.SetMultiSamples(8)
window.SetSize(WIDTH, HEIGHT)
window.AddRenderer(renderer)
camera = renderer.GetActiveCamera()
camera.ParallelProjectionOn()
camera.SetFocalPoint(0.082, 0.0105, 0)
camera.SetPosition(0.082, 0.0105, 1)
camera.SetParallelScale(0.0380)
renderer.ResetCameraClippingRange()
window.Render()
grab = vtk.vtkWindowToImageFilter()
grab.SetInput(window)
grab.ReadFrontBufferOff()
grab.Update()
writer = vtk.vtkPNGWriter()
writer.SetFileName(picture)
writer.SetInputConnection(grab.GetOutputPort())
writer.Write()
print(time, grid.GetPointData().GetArray("MPa").GetRange(), x, y, fx, fy)
