#include "app/computation/checked_job.hpp"

#include "app/maps/map_points.hpp"
#include "app/model/build_model.hpp"
#include "app/model/describe.hpp"
#include "app/model/free_frequencies.hpp"
#include "base/text.hpp"

#include <filesystem>
#include <utility>
#include <vector>

namespace slideway::app {

namespace {

// Files that the case names, relative to its own folder.
std::string files_text(const Job& job)
{
    std::vector<std::string> files;
    for (const std::filesystem::path& file : input_files(job))
        files.push_back(file.lexically_proximate(job.c.file.parent_path()).string());
    return join(files);
}

} // namespace

ModelledJob model_job(const Job& job, const std::shared_ptr<SharedBodies>& shared,
                      const Monitor& monitor)
{
    Job first = job.c.map ? MapCases(job.c).at(map_grid(*job.c.map).front()) : job;
    BuiltModel built =
        shared ? shared->build(first.c, needs(first), monitor) : build_model(first, monitor);
    return {std::move(first), std::move(built)};
}

ModelledJob check_job(const Job& job, const std::shared_ptr<SharedBodies>& shared,
                      const Monitor& monitor, const std::function<void(const std::string&)>& print)
{
    if (job.c.map) {
        check_map(job.c);
        print(describe_map(job.c) + "; the model of the first:\n");
    }
    ModelledJob modelled = model_job(job, shared, monitor);
    print(describe_model(modelled.job.c, modelled.built));
    print(free_frequencies(modelled.job.c, modelled.built, monitor));
    if (const std::string factors = describe_factors(modelled.built); !factors.empty())
        print(factors);
    if (const std::string files = files_text(job); !files.empty())
        print("reads: " + files + "\n");
    print(check(modelled.job, modelled.built, monitor));
    for (const std::string& note : notes(job, modelled.built))
        print("note: " + note + "\n");
    return modelled;
}

} // namespace slideway::app
