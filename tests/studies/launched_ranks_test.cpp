#include "studies/launched_ranks.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>
#include <vector>

using namespace slideway::studies;

namespace {

// Sets environment variables for its lifetime.
class Variables {
public:
    explicit Variables(const std::vector<std::pair<std::string, std::string>>& all)
    {
        for (const auto& [name, value] : all) {
            setenv(name.c_str(), value.c_str(), 1);
            names_.push_back(name);
        }
    }
    Variables(const Variables&) = delete;
    Variables& operator=(const Variables&) = delete;
    ~Variables()
    {
        for (const std::string& name : names_)
            unsetenv(name.c_str());
    }

private:
    std::vector<std::string> names_;
};

} // namespace

TEST_CASE("Launchers are known by what they put into the environment", "[studies]")
{
    CHECK(!launched());
    {
        const Variables open_mpi({{"OMPI_COMM_WORLD_SIZE", "4"},
                                  {"OMPI_COMM_WORLD_RANK", "3"},
                                  {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}});
        const auto found = launched();
        REQUIRE(found);
        CHECK((found->size == 4 && found->rank == 3 && found->beside == 2));
        CHECK(found->by == "mpirun");
    }
    {
        const Variables slurm({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_PROCID", "1"}});
        const auto found = launched();
        REQUIRE(found);
        CHECK((found->size == 2 && found->rank == 1 && found->by == "srun"));
    }
    // A batch script is no step; one process, or text in place of a number, is no
    // launch of several.
    for (const auto& [size, rank] : {std::pair{"SLURM_NTASKS=4", "SLURM_PROCID=0"},
                                     {"PMI_SIZE=1", "PMI_RANK=0"},
                                     {"PMI_SIZE=many", "PMI_RANK=0"}}) {
        const std::string one = size, other = rank;
        const Variables given(
            {{one.substr(0, one.find('=')), one.substr(one.find('=') + 1)},
             {other.substr(0, other.find('=')), other.substr(other.find('=') + 1)}});
        CHECK(!launched());
    }
}

TEST_CASE("Ranks of one machine do not take its processors twice", "[studies]")
{
    CHECK(threads_of({0, 4, 4, ""}, 16, 16) == 4);  // not bound
    CHECK(threads_of({0, 4, 4, ""}, 4, 16) == 4);   // bound to four processors each
    CHECK(threads_of({0, 16, 8, ""}, 16, 32) == 4); // four per socket of two
    CHECK(threads_of({0, 4, 4, ""}, 2, 2) == 1);    // more processes than processors
    CHECK(threads_of({0, 2, 1, ""}, 32, 32) == 32); // on two machines
}
