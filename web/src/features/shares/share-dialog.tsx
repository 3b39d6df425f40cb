import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { FormSelect } from '../../ui/fields/form-select.tsx'
import { shares } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { LANGUAGES, currentLanguage } from '../../i18n/setup.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { Dialog, FormDialog } from '../../ui/feedback/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { DEFAULT_DAYS, toNewShare, type DialogSubject } from './new-share.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import styles from './share-dialog.module.css'

export type ShareDialogProps = {
  subject: DialogSubject
  onClose: () => void
  onCreated?: (share: shares.Share) => void
}

export function ShareDialog({ subject, onClose, onCreated }: ShareDialogProps) {
  const { t } = useTranslation(['shares', 'common'])
  const [url, setUrl] = useState<string>()
  const [message, setMessage] = useState('')
  const create = useEndpointMutation(shares.createShare, {
    silent: true,
    onSuccess: (share) => {
      onCreated?.(share)
      if (share.url) return setUrl(share.url)
      showToast(t('sent', { count: share.recipients.length }))
      return onClose()
    },
  })
  if (url) return <OpenLink url={url} onClose={onClose} />
  return (
    <FormDialog
      title={t(`dialog.${subject.kind}`)}
      onClose={onClose}
      onSubmit={(form) =>
        create.mutate({ body: { ...toNewShare(subject, form, textField), message } })
      }
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('create')}
          </Button>
        </>
      }
    >
      {subject.kind === 'files' && subject.files.length > 1 && <FileChoice files={subject.files} />}
      <TextInput
        name="recipients"
        label={t('recipients')}
        description={t('recipientsHint')}
        autoComplete="off"
        dir="ltr"
      />
      <FormSelect
        name="mailLanguage"
        label={t('mailLanguage')}
        defaultValue={currentLanguage()}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
      <TextArea
        label={t('message')}
        rows={2}
        maxLength={2000}
        value={message}
        onChange={setMessage}
      />
      <div className={styles.pair}>
        <DateInput
          type="date"
          name="expires"
          label={t('expires')}
          required
          defaultValue={inDays(DEFAULT_DAYS)}
          min={inDays(1)}
          max={inDays(365)}
        />
        <TextInput
          name="passphrase"
          label={t('passphrase')}
          description={t('passphraseHint')}
          autoComplete="off"
          minLength={8}
          maxLength={200}
        />
      </div>
      <Permissions kind={subject.kind} />
      {create.error && <ErrorAlert error={create.error} />}
    </FormDialog>
  )
}

function FileChoice({ files }: { files: { _id: string; name: string }[] }) {
  const { t } = useTranslation('shares')
  return (
    <fieldset className={styles.choices}>
      <legend>{t('files')}</legend>
      {files.map(({ _id, name }) => (
        <label key={_id}>
          <input type="checkbox" name="file" value={_id} defaultChecked />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

function Permissions({ kind }: { kind: shares.ShareKind }) {
  const { t } = useTranslation('shares')
  const isReviewed = kind === 'offline' || kind === 'delivery'
  return (
    <fieldset className={styles.choices}>
      <legend>{t('permissions')}</legend>
      <Choice name="mayDownload" label={t('mayDownload')} isOn={kind !== 'offline'} />
      {kind === 'offline' && <Choice name="mayComment" label={t('mayComment')} isOn />}
      {isReviewed && <Choice name="mayDecide" label={t('mayDecide')} isOn={kind === 'delivery'} />}
      <Choice name="mayFollow" label={t('mayFollow')} isOn={false} />
      <Choice name="watermark" label={t('watermark')} isOn={false} />
    </fieldset>
  )
}

const Choice = ({ name, label, isOn }: { name: string; label: string; isOn: boolean }) => (
  <label>
    <input type="checkbox" name={name} defaultChecked={isOn} />
    {label}
  </label>
)

/** The link cannot be shown again, so the dialog stays until it is closed. */
function OpenLink({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useTranslation(['shares', 'common'])
  return (
    <Dialog title={t('linkTitle')} onClose={onClose}>
      <div className={styles.link}>
        <p>{t('linkHint')}</p>
        <TextInput readOnly value={url} aria-label={t('linkTitle')} dir="ltr" />
        <div className={styles.actions}>
          <CopyButton text={url} label={t('copyLink')} />
          <Link to="/shares" onClick={onClose}>
            {t('toShares')}
          </Link>
        </div>
      </div>
    </Dialog>
  )
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
