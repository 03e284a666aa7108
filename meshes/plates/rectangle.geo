// Rectangle: x from 0 to length, y from 0 to height.
DefineConstant[
  length = 0.1,  // [m]
  height = 0.01, // [m]
  nx = 20,       // elements along x
  ny = 2,        // elements along y
  order = 1      // 1: four-node quadrilaterals, 2: eight-node
];

Point(1) = {0, 0, 0};
side[] = Extrude {0, height, 0} { Point{1}; Layers{ny}; };
left = side[1];
body[] = Extrude {length, 0, 0} { Curve{left}; Layers{nx}; Recombine; };
right = body[0];
at_left[] = Boundary{ Curve{left}; };
at_right[] = Boundary{ Curve{right}; };

Physical Surface("plate") = {body[1]};
Physical Curve("left") = {left};
Physical Curve("top") = {body[2]};
Physical Curve("right") = {right};
Physical Curve("bottom") = {Abs(body[3])};
Physical Point("bottom_left") = {at_left[0]};
Physical Point("top_left") = {at_left[1]};
Physical Point("bottom_right") = {at_right[0]};
Physical Point("top_right") = {at_right[1]};

Mesh.SecondOrderIncomplete = 1;
Mesh.ElementOrder = order;
