import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { createPlayerController, type PlayerController } from './player-controller.ts'

type Options = {
  /** Returns a signed URL of the film; `renew` after the last one was rejected. */
  getUrl: (renew: boolean) => Promise<string>
  rate: number | null
  /** False while there is no film yet. */
  isAvailable?: boolean
}

/** The controller of a media element, and the current playback error. */
export function usePlayerController(
  media: RefObject<HTMLMediaElement | null>,
  { getUrl, rate, isAvailable = true }: Options,
): [controller: PlayerController | null, error: Error | null] {
  const [controller, setController] = useState<PlayerController | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const latestUrl = useEffectEvent(getUrl)
  const latestRate = useEffectEvent(() => rate)
  useEffect(() => {
    if (!isAvailable || !media.current) return undefined
    const created = createPlayerController(media.current, {
      getUrl: (renew) => latestUrl(renew),
      onError: setError,
      rate: () => latestRate(),
    })
    setController(created)
    return () => {
      created.close()
      setController(null)
    }
  }, [media, isAvailable])
  return [controller, error]
}
