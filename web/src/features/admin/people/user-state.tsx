import type { users } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/text/status-tag.tsx'

export type UserStateName = 'suspended' | 'invited' | 'registered'

export const userStateOf = ({ status }: Pick<users.User, 'status'>): UserStateName =>
  !status.approved ? 'suspended' : status.registered ? 'registered' : 'invited'

const TONES: Record<UserStateName, Tone> = {
  suspended: 'bad',
  invited: 'warning',
  registered: 'good',
}

export function UserStateTag({ user }: { user: users.User }) {
  const { t } = useTranslation('people')
  const state = userStateOf(user)
  return (
    <StatusTag tone={TONES[state]} done={state !== 'invited'}>
      {t(`states.${state}`)}
    </StatusTag>
  )
}
