let context: AudioContext | undefined

/** Two soft notes, like drops. Silent where the browser has no sound or does not allow it yet. */
export const playChime = (): void => {
  const audio = openAudio()
  if (!audio) return
  void audio.resume().then(() => {
    note(audio, { hertz: 784, delay: 0 })
    note(audio, { hertz: 1175, delay: 0.16 })
  })
}

/** Browsers let a page make sounds only after it was touched; after a reload the first touch wakes the sound up. */
export const wakeOnTouch = (): (() => void) => {
  const wake = () => void openAudio()?.resume()
  const stop = new AbortController()
  for (const touch of ['pointerdown', 'keydown']) {
    window.addEventListener(touch, wake, { once: true, signal: stop.signal })
  }
  return () => stop.abort()
}

const openAudio = (): AudioContext | undefined => {
  if (typeof AudioContext === 'undefined') return undefined
  context ??= new AudioContext()
  return context
}

const note = (audio: AudioContext, { hertz, delay }: { hertz: number; delay: number }): void => {
  const start = audio.currentTime + delay
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.18, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.7)
  const tone = audio.createOscillator()
  tone.type = 'sine'
  tone.frequency.setValueAtTime(hertz, start)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.75)
}
