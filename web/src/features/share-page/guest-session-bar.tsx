import { useTranslation } from '../../i18n/i18n.ts'
import type { GuestConnection } from './use-guest-session.ts'

/** Who leads the session, and the button to follow. */
export function GuestSessionBar({ guest }: { guest: GuestConnection }) {
  const { t } = useTranslation(['shared', 'player'])
  const { session, isFollowing, isMuted, follow, leave, unmute } = guest
  const name = session?.leader
  return (
    <div className="guest session" role="group" aria-label={t('player:session.title')}>
      <span role="status" dir="auto">
        {name ? t('player:session.leads', { name }) : t('player:session.noLeader')}
      </span>
      {isMuted && (
        <button type="button" onClick={unmute}>
          {t('player:session.unmute')}
        </button>
      )}
      {isFollowing ? (
        <button type="button" onClick={leave}>
          {t('session.leave')}
        </button>
      ) : (
        <button type="button" onClick={follow}>
          {t('session.follow')}
        </button>
      )}
    </div>
  )
}
