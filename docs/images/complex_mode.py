"""Draws phases of a complex mode from its ParaView files (VTK's Python, off screen).

    slideway run beam_on_beam/complex_modes_deformed
    xvfb-run -a python3 docs/images/complex_mode.py \
        results/beam_on_beam/complex_modes_deformed/mu_0.3_3523.42_Hz_at_91.474_mm_mode_9.pvd \
        docs/images/complex_mode.png
"""
import os
import sys
import xml.etree.ElementTree as ET

import vtk

file, picture = sys.argv[1], sys.argv[2]
PHASES, WIDTH, HEIGHT = (0, 3, 6, 9), 900, 720  # frames of 24

frames = [e.get("file") for e in ET.parse(file).getroot().iter("DataSet")]


def grid(k):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(os.path.join(os.path.dirname(file), frames[k]))
    reader.Update()
    return reader.GetOutput()


grids = [grid(k) for k in PHASES]
largest = max(g.GetPointData().GetArray("displacement").GetMaxNorm() for g in grids)
colours = vtk.vtkLookupTable()
colours.SetHueRange(0.65, 0.0)
colours.SetVectorModeToMagnitude()
colours.SetRange(0, largest)
colours.Build()

window = vtk.vtkRenderWindow()
window.SetOffScreenRendering(1)
window.SetSize(WIDTH, HEIGHT)
window.SetMultiSamples(8)
for place, (k, g) in enumerate(zip(PHASES, grids)):
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    share = 1 / len(PHASES)
    renderer.SetViewport(0, 1 - share * (place + 1), 1, 1 - share * place)
    mapper = vtk.vtkDataSetMapper()
    mapper.SetInputData(g)
    mapper.SetScalarModeToUsePointFieldData()
    mapper.SelectColorArray("displacement")
    mapper.SetLookupTable(colours)
    mapper.SetScalarRange(0, largest)
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().EdgeVisibilityOn()
    actor.GetProperty().SetLineWidth(0.5)
    renderer.AddActor(actor)
    label = vtk.vtkTextActor()
    label.SetInput(f"phase {15 * k} degrees")
    label.SetPosition(20, int(HEIGHT * share * 0.6))
    label.GetTextProperty().SetColor(0, 0, 0)
    label.GetTextProperty().SetFontSize(22)
    renderer.AddActor2D(label)
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    renderer.ResetCamera(-0.03, 0.17, -0.008, 0.044, 0, 0)
    camera.SetParallelScale(0.026)
    window.AddRenderer(renderer)
window.Render()
image = vtk.vtkWindowToImageFilter()
image.SetInput(window)
image.ReadFrontBufferOff()
writer = vtk.vtkPNGWriter()
writer.SetFileName(picture)
writer.SetInputConnection(image.GetOutputPort())
writer.Write()
