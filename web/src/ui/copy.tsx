import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../wording.ts'

/** Takes a text along. Says that it did, until it is pressed again. */
export function Copy({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const [isTaken, setTaken] = useState(false)
  return <Button variant="default" size="sm" aria-live="polite" onClick={() => void take(text).then(() => setTaken(true))}>{isTaken ? t('copied') : label}</Button>
}

/** Browsers have a clipboard only on https and on this machine; elsewhere a text that is selected is copied as it was of old. */
async function take(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = Object.assign(document.createElement('textarea'), { value: text, className: 'unseen' })
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
