import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../wording.ts'

/** Browsers let a page write to the clipboard only on https and on this machine; elsewhere the text is selected by hand. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<string>()
  if (!navigator.clipboard) return null
  return <Button variant="default" size="sm" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text), () => setCopied(undefined))}><span role="status">{copied === text ? t('copied') : name ?? t('copy')}</span></Button>
}
