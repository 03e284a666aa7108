# Thin: CMake presets and ctest do the work; see README.md for those commands.
.PHONY: demo test test-long program build bench site format check-format packages packages-distributed clean

case := beam_on_beam/unstable_rough
# ci: the same build, warnings are errors
configure := release
sources := find . -path ./build -prune -o -name '*.[ch]pp' -print0

demo: program
	@build/release/bin/slideway run $(case)

test: build
	@OPENBLAS_NUM_THREADS=1 ctest --preset release -j $$(nproc)

test-long: build # proofs that take minutes each; CI leaves them out
	@OPENBLAS_NUM_THREADS=1 ctest --preset long -j $$(nproc)

program: packages
	@test -e build/release/bin/slideway || echo "Building the program: 6 to 8 minutes on two cores \
	(templates of C++, optimised; once, later what has changed). The first case then takes 20 s."
	@cmake --preset program
	@cmake --build --preset release

bench: packages
	@tools/install-packages.sh tools/debian-packages-bench.txt
	@cmake --preset bench
	@cmake --build --preset bench
	@OPENBLAS_NUM_THREADS=1 tools/bench.sh

site: packages # the documents as HTML, in build/release/site
	@tools/install-packages.sh tools/debian-packages-site.txt
	@cmake --preset $(configure)
	@cmake --build --preset release --target site

build: packages
	@cmake --preset $(configure)
	@cmake --build --preset release

format: # Debian package clang-format-14: other versions lay out differently
	@$(sources) | xargs -0 clang-format-14 -i

check-format:
	@$(sources) | xargs -0 -n 100 -P $$(nproc) clang-format-14 --dry-run -Werror

packages-distributed: # for solver = "distributed" and for several processes
	@tools/install-packages.sh tools/debian-packages-distributed.txt

packages:
	@tools/install-packages.sh tools/debian-packages.txt

clean:
	rm -rf build
