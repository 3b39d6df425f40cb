import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation()
  const [copiedText, setCopiedText] = useState<string>()
  return (
    <Button
      variant="default"
      size="sm"
      aria-live="polite"
      onClick={() =>
        void copyToClipboard(text).then(
          () => setCopiedText(text),
          () => setCopiedText(undefined),
        )
      }
    >
      {copiedText === text ? t('copied') : (label ?? t('copy'))}
    </Button>
  )
}

/**
 * Browsers offer the Clipboard API only on https and localhost. Elsewhere execCommand still works.
 */
async function copyToClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = Object.assign(document.createElement('textarea'), {
    value: text,
    className: 'visually-hidden',
  })
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
