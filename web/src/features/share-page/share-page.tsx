import './share.css'
import { useTranslation } from '../../i18n/i18n.ts'
import { changeLanguage, currentLanguage, LANGUAGES, type UiLanguage } from '../../i18n/setup.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { PassphraseForm } from './passphrase-form.tsx'
import { ShareError, type SharedPage as SharedPageData } from './share-client.ts'
import { SharedWorkspace } from './shared-workspace.tsx'
import { useShare } from './use-share.ts'

export function SharePage({ code }: { code: string }) {
  const { t } = useTranslation('shared')
  const { state, open, update } = useShare(code)
  const name = state.step === 'open' ? state.share.name : ''
  return (
    <>
      <PageTitle title={name} />
      <header className="guest top">
        <Brand share={state.step === 'open' ? state.share : undefined} />
        <LanguageSwitch />
      </header>
      {/* With the key the browser does not see one element that moves. */}
      {state.step === 'open' ? (
        <main key="shared" className="shared">
          <SharedWorkspace
            share={state.share}
            token={state.token}
            onName={(given) => open({ name: given })}
            onChange={update}
          />
        </main>
      ) : (
        <main key="page" className="guest page">
          {state.step === 'loading' && <p role="status">{t('loading')}</p>}
          {state.step === 'passphrase' && (
            <PassphraseForm error={state.error} onSubmit={(passphrase) => open({ passphrase })} />
          )}
          {state.step === 'failed' && <Failure error={state.error} />}
        </main>
      )}
    </>
  )
}

/** Guests know the studio. Before the link is open, nothing of it may be said. */
function Brand({ share }: { share: SharedPageData | undefined }) {
  return (
    <span className="brand">
      {share?.logo && <img src={share.logo} alt="" />}
      <bdi key={share?.studio}>{share?.studio ?? 'Reelay'}</bdi>
    </span>
  )
}

function LanguageSwitch() {
  const { t } = useTranslation('shared')
  return (
    <label className="language">
      <span className="hidden">{t('language')}</span>
      <select
        value={currentLanguage()}
        onChange={(event) =>
          void changeLanguage(event.currentTarget.value as UiLanguage, localStorage)
        }
      >
        {Object.entries(LANGUAGES).map(([language, label]) => (
          <option key={language} value={language}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

const FAILURES = {
  'share.expired': 'expired',
  'share.revoked': 'revoked',
  'share.not-found': 'unknown',
} as const

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('shared')
  const code = error instanceof ShareError ? error.code : ''
  const reason = code in FAILURES ? FAILURES[code as keyof typeof FAILURES] : 'offline'
  return (
    <section className="notice" role="alert">
      <h1>{t(`${reason}.title`)}</h1>
      <p>{t(`${reason}.text`)}</p>
      {reason === 'offline' && (
        <button type="button" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      )}
    </section>
  )
}
