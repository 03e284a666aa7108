// A bar of 20 mm x 10 mm x 200 mm, clamped at x = 0: hexahedra of 20 nodes.
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;
DefineConstant[ nx = 16, ny = 2, nz = 2 ];
Point(1) = {0, -0.01, -0.005}; Point(2) = {0, 0.01, -0.005}; Point(3) = {0, 0.01, 0.005}; Point(4) = {0, -0.01, 0.005};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve{1, 3} = ny + 1;
Transfinite Curve{2, 4} = nz + 1;
Transfinite Surface{1};
Recombine Surface{1};
bar[] = Extrude {0.2, 0, 0} { Surface{1}; Layers{nx}; Recombine; };
Physical Volume("body") = {bar[1]};
Physical Surface("clamp") = {1};
Physical Surface("end") = {bar[0]};
