const EVENTS = ['play', 'playing', 'pause', 'ended', 'seeking', 'seeked', 'timeupdate', 'emptied']

/**
 * With every frame while it plays, with its events otherwise. Beside React: a waveform that moves
 * sixty times a second is nobody's state.
 */
export function onTicks(media: HTMLMediaElement, look: () => void): () => void {
  const listening = new AbortController()
  let frame = 0
  const tick = () => {
    cancelAnimationFrame(frame)
    look()
    if (!media.paused) frame = requestAnimationFrame(tick)
  }
  for (const type of EVENTS) media.addEventListener(type, tick, listening)
  tick()
  return () => {
    listening.abort()
    cancelAnimationFrame(frame)
  }
}
