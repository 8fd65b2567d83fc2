// Timers of a hidden page may be held back for a minute; those of its workers are not.
self.addEventListener('message', ({ data }: MessageEvent<number>) => {
  setTimeout(() => self.postMessage('over'), data)
})
