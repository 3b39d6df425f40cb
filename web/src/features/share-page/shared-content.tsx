import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../i18n/setup.ts'
import { CommentForm } from './comment-form.tsx'
import { DecisionForm } from './decision-form.tsx'
import { FileList } from './file-list.tsx'
import { FilmPlayer } from './film-player.tsx'
import type { SharedPage } from './share-client.ts'

type Props = {
  share: SharedPage
  token: string
  onName: (name: string) => Promise<void>
  onChange: (share: SharedPage) => void
}

export function SharedContent({ share, token, onName, onChange }: Props) {
  const { t } = useTranslation('shared')
  const playable = share.files.filter(({ content, status }) => content && status !== 'none')
  const [chosen, setChosen] = useState(playable[0]?._id)
  const film = playable.find(({ _id }) => _id === chosen) ?? playable[0]
  const media = useRef<HTMLVideoElement>(null)
  const expires = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' }).format(
    share.expires * 1000,
  )
  const isAnonymous = share.guest.email === null && share.guest.name === ''
  const mayReview = share.files.length > 0 && (share.mayComment || share.mayDecide)
  return (
    <>
      <h1 dir="auto">{share.name || t('sharedFiles')}</h1>
      <p className="meta">
        {t('sharedBy', { name: share.from, studio: share.studio })} ·{' '}
        {t('until', { date: expires })}
      </p>
      {share.message && (
        <p className="message" dir="auto">
          {share.message}
        </p>
      )}
      {share.embargoed && (
        <p className="embargo" role="status">
          {share.files.length ? t('embargo.some') : t('embargo.all')}
        </p>
      )}
      {film && <FilmPlayer key={film._id} file={film} media={media} />}
      {share.files.length > 0 && (
        <FileList
          share={share}
          playable={playable.map(({ _id }) => _id)}
          chosen={film?._id}
          onChoose={setChosen}
        />
      )}
      {mayReview && isAnonymous && <NameForm onSubmit={onName} />}
      {mayReview && !isAnonymous && share.mayComment && film?.film && (
        <CommentForm token={token} frameRate={film.film.frameRate} media={media} />
      )}
      {mayReview && !isAnonymous && share.mayDecide && (
        <DecisionForm share={share} token={token} onChange={onChange} />
      )}
    </>
  )
}

function NameForm({ onSubmit }: { onSubmit: (name: string) => Promise<void> }) {
  const { t } = useTranslation('shared')
  const [name, setName] = useState('')
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(name)
      }}
    >
      <p>{t('nameHint')}</p>
      <label>
        {t('yourName')}
        <input
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!name.trim()}>
        {t('continue')}
      </button>
    </form>
  )
}
