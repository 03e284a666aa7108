// Lower beam with the sliding line of lower.geo (nx equal segments) and a selectable number of dofs
// below it: a regular block of squares of length / (nx refine) in the lower half, and triangles that
// grow from its top to the segments of the sliding line.
DefineConstant[
  length = 0.1,   // [m]
  height = 0.002, // [m]
  nx = 100,       // segments of the sliding line
  refine = 70     // squares per segment: nodes = nx refine^2 (height nx / (2 length)), 70: 5e5
];
h = length / (nx * refine);
middle = -height / 2;

Point(1) = {0, -height, 0, h};
side[] = Extrude {0, height / 2, 0} { Point{1}; Layers{Ceil(height / 2 / h - 1e-6)}; };
left = side[1];
block[] = Extrude {length, 0, 0} { Curve{left}; Layers{nx * refine}; Recombine; };
right = block[0];
seam = block[2];
on_seam[] = Boundary{ Curve{seam}; };

Point(101) = {0, 0, 0, length / nx};
line[] = Extrude {length, 0, 0} { Point{101}; Layers{nx}; };
top = line[1];
Characteristic Length{ on_seam[] } = h;
Characteristic Length{ line[0] } = length / nx;
Line(201) = {on_seam[0], 101};
Line(202) = {on_seam[1], line[0]};
Curve Loop(301) = {201, top, -202, -seam}; // the sense of the block
Plane Surface(301) = {301};

Physical Surface("beam") = {block[1], 301};
Physical Curve("clamp") = {left, 201};
Physical Curve("top") = {top};
Physical Curve("free_end") = {right, 202};
Physical Curve("bottom") = {Abs(block[3])};
Physical Point("free_tip") = {line[0]};
