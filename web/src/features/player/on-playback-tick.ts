const EVENTS = ['play', 'playing', 'pause', 'ended', 'seeking', 'seeked', 'timeupdate', 'emptied']

/**
 * Calls back on every frame while the media plays, and on its events otherwise. Outside React:
 * a waveform that moves sixty times a second does not belong in state.
 */
export function onPlaybackTick(media: HTMLMediaElement, callback: () => void): () => void {
  const controller = new AbortController()
  let frame = 0
  const tick = () => {
    cancelAnimationFrame(frame)
    callback()
    if (!media.paused) frame = requestAnimationFrame(tick)
  }
  for (const type of EVENTS) media.addEventListener(type, tick, { signal: controller.signal })
  tick()
  return () => {
    controller.abort()
    cancelAnimationFrame(frame)
  }
}
