#include "app/program/command_line.hpp"

int main(int argc, char** argv)
{
    return slideway::app::command_line(argc, argv);
}
