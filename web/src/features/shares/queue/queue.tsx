import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { ShareDialog } from '../share-dialog.tsx'
import type { QueuedFile } from './share-queue.ts'
import { useShareQueue } from './use-share-queue.ts'
import styles from './queue.module.css'

/** The files that the user has put aside, and the way to share them together. */
export function ShareQueue() {
  const { items, remove } = useShareQueue()
  // The dialog shows an open link after its files have left the queue.
  const [shared, setShared] = useState<readonly QueuedFile[]>()
  return (
    <>
      {items.length > 0 && (
        <Files items={items} onRemove={remove} onShare={() => setShared(items)} />
      )}
      {shared && (
        <ShareDialog
          subject={{ kind: 'files', files: [...shared] }}
          onCreated={({ files }) => remove(files.map(({ _id }) => _id))}
          onClose={() => setShared(undefined)}
        />
      )}
    </>
  )
}

type FilesProps = {
  items: readonly QueuedFile[]
  onRemove: (files: readonly string[]) => void
  onShare: () => void
}

function Files({ items, onRemove, onShare }: FilesProps) {
  const { t } = useTranslation(['shares', 'common'])
  return (
    <Section title={t('queue.title')} inCard>
      <ul className={styles.files}>
        {items.map(({ _id, name }) => (
          <li key={_id}>
            <bdi>{name}</bdi>
            <Button size="compact-sm" variant="subtle" onClick={() => onRemove([_id])}>
              {t('common:remove')}
              <span className="visually-hidden"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={onShare}>{t('queue.share', { count: items.length })}</Button>
        <Button variant="default" onClick={() => onRemove(items.map(({ _id }) => _id))}>
          {t('queue.clear')}
        </Button>
      </div>
    </Section>
  )
}
