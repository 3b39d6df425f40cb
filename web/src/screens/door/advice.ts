import { Refusal } from '@reelay/client'
import type { TFunction } from '../../wording.ts'
import { explain } from '../../ui/explain.ts'
import { asksForCode } from './entry.ts'

type T = TFunction<['door', 'keys']>

/** What to do about what the door said no to. */
export function advice(t: T, error: Error | null): string | undefined {
  if (!error) return undefined
  if (error.name === 'TokenGiven') return t('door:tokenGiven')
  if (!(error instanceof Refusal)) return explain(error).advice
  if (asksForCode(error)) return t('door:codeWrong')
  if (error.status === 401) return t('door:noMatch')
  if (error.status === 429)
    return t('door:tooMany', {
      count: Math.ceil(Number(error.headers.get('retry-after') ?? 60) / 60),
    })
  return byCode(t, error)
}

function byCode(t: T, error: Refusal): string {
  switch (error.problem.code) {
    case 'invitation.refused':
      return t('door:invitationRefused')
    case 'reset.refused':
      return t('door:resetRefused')
    case 'password.weak':
      return t('keys:password.email')
    case 'twofactor.wrong-code':
      return t('keys:factor.wrong')
    default:
      return explain(error).advice
  }
}
