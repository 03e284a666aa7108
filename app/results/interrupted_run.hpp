#pragma once

#include "app/results/results.hpp"
#include "base/monitor.hpp"
#include "base/serial_record.hpp"
#include "io/array_sink.hpp"
#include "io/hdf5_file.hpp"

#include <functional>
#include <string>
#include <vector>

/// Runs that go on with what an interrupted one of the same source left in their folder, and give
/// the bits of one that was never interrupted.
namespace slideway::app {

/// Marks results that the next run of the same source goes on with; it may hold more under
/// "resume/".
void write_source(io::ArraySink& sink, const std::vector<std::string>& source);
/// With all that the next run needs.
void write_kept(io::ArraySink& sink, const std::vector<std::string>& source,
                const SerialRecord& record);

/// Reads what an interrupted run of the same source left, if there is any, and tells that it does.
/// @param read  gives what is there: "3 values"
/// @throws InputError  it is damaged: it is not replaced unasked
void read_interrupted(const OwnResults& own, const std::vector<std::string>& source,
                      const Monitor& monitor,
                      const std::function<std::string(const io::Hdf5Reader&)>& read);
/// The same of what write_kept wrote. @param read  as each_member
void read_kept(const OwnResults& own, const Monitor& monitor,
               const std::function<std::string(RecordReader&)>& read);

} // namespace slideway::app
