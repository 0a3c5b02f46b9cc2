/// State in the base class, behind methods that are not virtual: measured in place, since a proxy
/// would have a progress of its own (as Poco::Task).
#pragma once

namespace task {

class Named {
public:
    virtual ~Named() = default;
    virtual const char* name() const = 0;
};

class Task : public virtual Named {
public:
    void start(int steps) { execute(steps); }
    double progress() const { return progress_; }
    const char* name() const override { return "task"; }

protected:
    void set_progress(double progress) { progress_ = progress; }
    virtual void execute(int steps) = 0;

private:
    virtual bool is_due() const noexcept { return true; }
    double progress_ = 0;
};

} // namespace task
