// Lower beam: x from 0 to length, y from -height to 0; clamped end at x = 0, sliding line y = 0.
DefineConstant[
  length = 0.1,   // [m]
  height = 0.002, // [m]
  nx = 100,       // elements along the beam
  ny = 2          // elements through the height
];

// Extruded in layers: nodes then lie at (i length / nx, j height / ny) to round-off, where
// transfinite curves leave 1e-13 m.
Point(1) = {0, -height, 0};
side[] = Extrude {0, height, 0} { Point{1}; Layers{ny}; };
left = side[1];
body[] = Extrude {length, 0, 0} { Curve{left}; Layers{nx}; Recombine; };
right = body[0];
ends[] = Boundary{ Curve{right}; };

Physical Surface("beam") = {body[1]};
Physical Curve("clamp") = {left};
Physical Curve("top") = {body[2]};
Physical Curve("free_end") = {right};
Physical Curve("bottom") = {Abs(body[3])};
Physical Point("free_tip") = {ends[1]};
