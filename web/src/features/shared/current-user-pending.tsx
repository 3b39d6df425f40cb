import type { ReactNode } from 'react'
import { Trouble } from '../../ui/feedback/error-alert.tsx'
import { useAnswerAboutMe } from './current-user.ts'

/**
 * Who one is has to be known before anything of this can be shown. Until then what is on its way,
 * or what stands in the way.
 */
export function AwaitMe({ pending }: { pending: ReactNode }) {
  const { error, refetch, isFetching } = useAnswerAboutMe()
  return error ? (
    <Trouble error={error} again={() => void refetch()} isTrying={isFetching} />
  ) : (
    pending
  )
}
