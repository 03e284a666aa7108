# Thin: CMake presets and ctest do the work; see README.md for those commands.
.PHONY: demo test build bench packages clean

case := beam_on_beam/unstable_rough

demo: build
	@build/release/bin/slideway run $(case)

test: build
	@OPENBLAS_NUM_THREADS=1 ctest --preset release -j 2

bench: packages
	@tools/install-packages.sh tools/debian-packages-bench.txt
	@cmake --preset bench
	@cmake --build --preset bench
	@OPENBLAS_NUM_THREADS=1 tools/bench.sh

build: packages
	@cmake --preset release
	@cmake --build --preset release

packages:
	@tools/install-packages.sh tools/debian-packages.txt

clean:
	rm -rf build
