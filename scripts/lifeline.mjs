// Loaded into the server by run.mjs, which keeps a channel open to it for as long as it lives. The server has a process
// group of its own, so that Ctrl-C reaches it once and not three times; this line sees to it that it does not outlive
// a run.mjs that was killed.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
