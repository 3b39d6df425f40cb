import { Button } from '@mantine/core'
import type { reviewsessions } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { PopoverMenu } from '../../ui/layout/popover-menu.tsx'
import { Avatar } from '../shared/avatar.tsx'
import { reportFailure } from './report-failure.ts'
import {
  leaderOf,
  mayTakeLead,
  type SessionConnection,
  type SessionState,
} from './session-connection.ts'
import styles from './session.module.css'

type Props = { connection: SessionConnection; state: SessionState }

const MAX_AVATARS = 4

/** The session that is open: who is there, who leads, and what this person can do. */
export function SessionBar({ connection, state }: Props) {
  const { t } = useTranslation('player')
  const { session, isLeader, isFollowing, isMuted } = state
  const leader = leaderOf(session)
  const label = isLeader
    ? t('session.youLead')
    : !isFollowing
      ? t('session.apart')
      : leader
        ? t('session.leads', { name: leader.name })
        : t('session.noLeader')
  return (
    <div className={styles.bar} role="group" aria-label={t('session.title')}>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <People members={session.members} leader={session.leader} />
      {isMuted && (
        <Button size="xs" variant="default" onClick={connection.unmute}>
          {t('session.unmute')}
        </Button>
      )}
      {!isFollowing && (
        <Button size="xs" onClick={() => connection.setFollowing(true)}>
          {t('session.followAgain')}
        </Button>
      )}
      {mayTakeLead(state) && (
        <Button
          size="xs"
          variant={isFollowing ? 'filled' : 'default'}
          onClick={() => reportFailure(connection.takeLead())}
        >
          {t('session.takeLead')}
        </Button>
      )}
      <PopoverMenu label={label}>
        {(close) => <SessionPanel connection={connection} state={state} onClose={close} />}
      </PopoverMenu>
    </div>
  )
}

type Member = reviewsessions.SessionMember
type PeopleProps = { members: Member[]; leader: string | null }

function People({ members, leader }: PeopleProps) {
  const { t } = useTranslation('player')
  // Each person once, although they may have several tabs; the leader first.
  const people = [
    ...new Map(
      members
        .toSorted((a, b) => Number(b._id === leader) - Number(a._id === leader))
        .toReversed()
        .map((member) => [member.person, member]),
    ).values(),
  ].toReversed()
  const others = people.length - MAX_AVATARS
  return (
    <div className={styles.people}>
      {people.slice(0, MAX_AVATARS).map((member) => (
        <span key={member._id} data-leader={member._id === leader} data-apart={!member.following}>
          <Avatar
            person={{ _id: member.person, name: member.name }}
            label={member._id === leader ? t('session.leads', { name: member.name }) : member.name}
          />
        </span>
      ))}
      {others > 0 && <span className={styles.others}>+{formatNumber(others)}</span>}
    </div>
  )
}

function SessionPanel({ connection, state, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('player')
  const { session, member: own, isLeader, offersLead } = state
  const noteOf = (member: Member) =>
    [
      member._id === own && t('session.you'),
      member.guest && t('session.guest'),
      member._id === session.leader
        ? t('session.isLeader')
        : !member.following && t('session.isApart'),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <div className={styles.panel}>
      <ul className={styles.members} aria-label={t('session.people')}>
        {session.members.map((member) => (
          <li key={member._id}>
            <Avatar person={{ _id: member.person, name: member.name }} />
            <span className={styles.member}>
              <bdi>{member.name}</bdi>
              <span className={styles.note}>{noteOf(member)}</span>
            </span>
          </li>
        ))}
      </ul>
      {isLeader && (
        <label className={styles.offer}>
          <input
            type="checkbox"
            checked={offersLead}
            onChange={({ currentTarget }) => connection.offerLead(currentTarget.checked)}
          />
          {t('session.offer')}
        </label>
      )}
      <div className={styles.actions}>
        <CopyButton
          text={new URL(`/reviewsessions/${session._id}`, location.href).href}
          label={t('session.copyLink')}
        />
        <Button
          size="sm"
          variant="default"
          onClick={() => {
            onClose()
            reportFailure(connection.leave())
          }}
        >
          {t('session.leave')}
        </Button>
        {isLeader && (
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              onClose()
              reportFailure(connection.end())
            }}
          >
            {t('session.end')}
          </Button>
        )}
      </div>
    </div>
  )
}
