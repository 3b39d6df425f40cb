import type { workrequests } from '@reelay/api/contract'
import type { TFunction } from '../../../../i18n/i18n.ts'

type Entry = Pick<workrequests.WorkRequest['history'][number], 'automatic' | 'cause' | 'user'>

/** Who changed the status. `user` only acted before an automatic change, so it is not named then. */
export function actorOf(
  { automatic, cause, user }: Entry,
  t: TFunction<['request', 'notifications']>,
): string {
  if (cause) return t(`notifications:automatic.${cause}`)
  return automatic ? t('automatic') : user.name
}
