#include "app/results/interrupted_run.hpp"

#include "base/error.hpp"
#include "io/entries.hpp"

#include <exception>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace slideway::app {

void resume_source(io::Entries& a, std::vector<std::string>& source)
{
    a.array(source, "source", "",
            "version, text of the case file, overrides, checksums of files, and the instruction "
            "set if numbers depend on it",
            "k");
}

void write_source(io::ArraySink& sink, std::vector<std::string> source)
{
    io::write_arrays(sink,
                     [&](io::Entries& a) { a.group("resume", [&] { resume_source(a, source); }); });
}

void write_record(io::ArraySink& sink, const std::vector<std::string>& source,
                  const SerialRecord& record)
{
    write_source(sink, source);
    sink.write("resume/numbers", record.numbers, "", "data from which the next run resumes");
    if (!record.texts.empty())
        sink.write("resume/texts", record.texts, "likewise");
}

void read_interrupted(const OwnResults& own, const std::vector<std::string>& source,
                      const Monitor& monitor,
                      const std::function<std::string(const io::Hdf5Reader&)>& read)
{
    std::error_code ignored;
    if (own.file.empty() || !std::filesystem::is_regular_file(own.file, ignored))
        return;
    try {
        const io::Hdf5Reader h5(own.file);
        if (!h5.holds("resume"))
            return;
        if (h5.texts("resume/source") != source) {
            monitor.print("new: the case, its overrides, a file that it names, the version or the "
                          "instruction set differ from those of the interrupted run in the "
                          "folder\n");
            return;
        }
        monitor.print("continues with " + read(h5) + " of an interrupted run\n");
    } catch (const std::exception& error) { // the file may hold results, so it is not replaced
        throw InputError(std::string(error.what()) +
                         "; remove it to start again, or give another --output");
    }
}

void read_record(const OwnResults& own, const Monitor& monitor,
                 const std::function<std::string(RecordReader&)>& read)
{
    read_interrupted(own, own.source, monitor, [&](const io::Hdf5Reader& h5) -> std::string {
        RecordReader reader({h5.numbers("resume/numbers"), h5.holds("resume/texts")
                                                               ? h5.texts("resume/texts")
                                                               : std::vector<std::string>()});
        std::string what = read(reader);
        reader.end();
        return what;
    });
}

void require_fit(bool fit)
{
    if (!fit)
        throw std::invalid_argument("resume: arrays do not fit together");
}

} // namespace slideway::app
