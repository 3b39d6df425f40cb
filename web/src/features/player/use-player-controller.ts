import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { createPlayerController, type PlayerController } from './player-controller.ts'

type Parts = {
  /** A signed address of the film; `anew` where the last one was refused. */ addressOf: (
    anew: boolean,
  ) => Promise<string>
  rate: number | null
  /** Without it there is nothing to attach to yet. */ isThere?: boolean
}

/** The keys of a tape machine for an element, and what is wrong with the tape. */
export function usePlayerController(
  media: RefObject<HTMLMediaElement | null>,
  { addressOf, rate, isThere = true }: Parts,
): [deck: PlayerController | null, trouble: Error | null] {
  const [deck, setDeck] = useState<PlayerController | null>(null)
  const [trouble, setTrouble] = useState<Error | null>(null)
  const newestAddress = useEffectEvent(addressOf)
  const knownRate = useEffectEvent(() => rate)
  useEffect(() => {
    if (!isThere || !media.current) return undefined
    const made = createPlayerController(media.current, {
      addressOf: (anew) => newestAddress(anew),
      onTrouble: setTrouble,
      rate: () => knownRate(),
    })
    setDeck(made)
    return () => {
      made.close()
      setDeck(null)
    }
  }, [media, isThere])
  return [deck, trouble]
}
