#pragma once

#include "app/results/results.hpp"
#include "base/monitor.hpp"
#include "base/serial_record.hpp"
#include "io/array_sink.hpp"
#include "io/hdf5_file.hpp"

#include <functional>
#include <string>
#include <vector>

/// Resuming of runs: a run continues an interrupted run of the same source in its folder, with
/// results that are bitwise equal to those of an uninterrupted run.
namespace slideway::app {

/// Describes the source in the group "resume".
void resume_source(io::Entries& a, std::vector<std::string>& source);
/// Marks partial results that the next run of the same source can resume. More data may be stored
/// in "resume/".
void write_source(io::ArraySink& sink, std::vector<std::string> source);
/// Writes the source and the record from which the next run resumes.
void write_record(io::ArraySink& sink, const std::vector<std::string>& source,
                  const SerialRecord& record);

/// Reads the partial results of an interrupted run of the same source, if any, and prints a
/// message.
/// @param read  reads the data and describes it: "3 values"
/// @throws InputError  the file is damaged; it is not replaced
void read_interrupted(const OwnResults& own, const std::vector<std::string>& source,
                      const Monitor& monitor,
                      const std::function<std::string(const io::Hdf5Reader&)>& read);
/// Reads a record that write_record wrote, in the same way.
void read_record(const OwnResults& own, const Monitor& monitor,
                 const std::function<std::string(RecordReader&)>& read);
/// Refuses a record that is not one of this case. @throws std::invalid_argument  not `fit`
void require_fit(bool fit);

/// Writes the source and the data from which the next run resumes. @param data  see each_member
template <class T>
void write_kept(io::ArraySink& sink, const std::vector<std::string>& source, const T& data)
{
    RecordWriter record;
    record(data);
    write_record(sink, source, record.take());
}
/// Returns the data that write_kept wrote, or T() if there are none.
/// @param describe  verifies the data and describes them: "3 values"
template <class T, class Describe>
[[nodiscard]] T read_kept(const OwnResults& own, const Monitor& monitor, const Describe& describe)
{
    T data;
    read_record(own, monitor, [&](RecordReader& record) -> std::string {
        record(data);
        return describe(data);
    });
    return data;
}

} // namespace slideway::app
