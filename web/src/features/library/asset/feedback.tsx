import { Button, TextInput } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { textField } from '../../../ui/fields/form-data.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import styles from './feedback.module.css'

type Vote = assets.Asset['$feedback']['vote']

/** Votes, and a note about sharing. The user's own vote shows before it is saved. */
export function Feedback({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation(['asset', 'common'])
  const vote = useEndpointMutation(assets.giveFeedback)
  const share = useEndpointMutation(assets.giveFeedback, {
    onSuccess: () => showToast(t('common:saved')),
  })
  const { vote: stored, share: note, summary } = asset.$feedback
  const ownVote: Vote = vote.isPending ? (vote.variables.input.body.vote ?? stored) : stored
  const countOf = (side: Vote) =>
    (summary.find((one) => one.vote === side)?.count ?? 0) +
    Number(ownVote === side) -
    Number(stored === side)
  return (
    <div className={styles.feedback}>
      <div className={styles.votes} role="group" aria-label={t('feedback.vote')}>
        {(['up', 'down'] as const).map((side) => (
          <button
            key={side}
            type="button"
            className={styles.vote}
            aria-pressed={ownVote === side}
            onClick={() =>
              vote.mutate({
                params: { id: asset._id },
                body: { vote: ownVote === side ? '' : side },
              })
            }
          >
            <Thumb isDown={side === 'down'} />
            {t(`feedback.${side}`)}
            <span className={styles.count}>{formatNumber(countOf(side))}</span>
          </button>
        ))}
      </div>
      <form
        className={styles.share}
        onSubmit={(event) => {
          event.preventDefault()
          share.mutate({
            params: { id: asset._id },
            body: { share: textField(new FormData(event.currentTarget), 'share') },
          })
        }}
      >
        <TextInput
          name="share"
          label={t('feedback.share')}
          description={t('feedback.shareHint')}
          defaultValue={note}
          key={note}
          dir="auto"
        />
        <Button type="submit" variant="default" loading={share.isPending}>
          {t('common:save')}
        </Button>
      </form>
    </div>
  )
}

const Thumb = ({ isDown }: { isDown: boolean }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinejoin="round"
    aria-hidden="true"
    style={isDown ? { rotate: '180deg' } : undefined}
  >
    <path d="M7 11v9H4v-9zM7 11l4-8c1.500 0 2.500 1 2.500 2.500V9H19c1.200 0 2 1 1.800 2.200l-1.200 7c-.2 1-1 1.800-2 1.800H7" />
  </svg>
)
