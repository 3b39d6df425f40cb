// Asks before an action that cannot be undone. `confirmed` resolves when the person has answered;
// closing the dialog means no.
import { useSyncExternalStore } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from './dialog.tsx'
import styles from './dialog.module.css'

type Question = { title: string; note?: string | undefined; action: string }

let asked: (Question & { answer: (isConfirmed: boolean) => void }) | undefined
const listeners = new Set<() => void>()
const setAsked = (next: typeof asked) => {
  asked = next
  listeners.forEach((listener) => listener())
}

export function confirmed(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      setAsked(undefined)
      resolve(isConfirmed)
    }
    setAsked({ ...question, answer })
  })
}

/** Shows the question that is asked. */
export function ConfirmDialog() {
  const { t } = useTranslation()
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => asked,
  )
  if (!question) return null
  const { title, note, action, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      {note && <p dir="auto">{note}</p>}
      <div className={styles.actions}>
        <Button variant="default" onClick={() => answer(false)}>
          {t('cancel')}
        </Button>
        <Button data-autofocus onClick={() => answer(true)}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
