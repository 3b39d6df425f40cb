import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { createPlayerController, type PlayerController } from './player-controller.ts'

type Options = {
  /** A signed address of the film; `renew` where the last one was refused. */ getUrl: (
    renew: boolean,
  ) => Promise<string>
  rate: number | null
  /** Without it there is nothing to attach to yet. */ isThere?: boolean
}

/** The keys of a tape machine for an element, and what is wrong with the tape. */
export function usePlayerController(
  media: RefObject<HTMLMediaElement | null>,
  { getUrl, rate, isThere = true }: Options,
): [controller: PlayerController | null, error: Error | null] {
  const [controller, setController] = useState<PlayerController | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const newestAddress = useEffectEvent(getUrl)
  const knownRate = useEffectEvent(() => rate)
  useEffect(() => {
    if (!isThere || !media.current) return undefined
    const made = createPlayerController(media.current, {
      getUrl: (renew) => newestAddress(renew),
      onError: setError,
      rate: () => knownRate(),
    })
    setController(made)
    return () => {
      made.close()
      setController(null)
    }
  }, [media, isThere])
  return [controller, error]
}
