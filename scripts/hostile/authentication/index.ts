import type { HostileClass } from '../types.ts'
import { plantedSecret, restoredToken, slowBranch } from './controls.ts'
import {
  alteredTokens,
  crossSiteCall,
  exactPasswords,
  foreignPreflight,
  malformedCredentials,
  tokenOfAnotherPerson,
  tokensElsewhere,
  withoutCredential,
} from './credentials.ts'
import {
  guessedTokens,
  guessesOfOnePassword,
  oneGuessPerAccount,
  parallelSignIns,
  tenThousandSignIns,
  timingOfUnknownEmails,
} from './limits.ts'
import {
  canarySecrets,
  selfMadeSecondFactor,
  signOutOnTwoNodes,
  signOutTwice,
  suspensionWhilePolling,
  tokenOfRemovedPerson,
} from './sessions.ts'

const TWO_FACTOR = 'api/src/sessions/twofactor.test.ts'

export const authentication: HostileClass = {
  name: 'A. Authentication and sessions',
  cases: [
    { number: 1, title: 'every endpoint without a credential', run: withoutCredential },
    { number: 2, title: 'malformed credentials', run: malformedCredentials },
    { number: 3, title: 'the token of another person', run: tokenOfAnotherPerson },
    { number: 4, title: 'altered tokens', run: alteredTokens },
    { number: 5, title: 'unusual passwords', run: exactPasswords },
    { number: 6, title: 'timing of known and unknown e-mails', run: timingOfUnknownEmails },
    { number: 7, title: '20 guesses for one account', run: guessesOfOnePassword },
    { number: 8, title: 'one guess for each of 5,000 accounts', run: oneGuessPerAccount },
    { number: 9, title: '10,000 guessed tokens', run: guessedTokens },
    { number: 10, title: '100 parallel sign-ins', run: parallelSignIns },
    {
      number: 11,
      title: 'a password without a code, a used code, and ten wrong codes',
      tests: [
        [TWO_FACTOR, 'requires a code in addition to the password once confirmed'],
        [TWO_FACTOR, 'accepts a code once, even for concurrent requests'],
        [TWO_FACTOR, 'counts wrong codes like wrong passwords'],
        [TWO_FACTOR, 'limits wrong codes from all networks together, but not recovery codes'],
        [TWO_FACTOR, 'can be set up with the password where it is enforced'],
      ],
    },
    { number: 12, title: 'a person who sets their own second factor', run: selfMadeSecondFactor },
    { number: 13, title: 'a token after signing out, on two nodes', run: signOutOnTwoNodes },
    { number: 14, title: 'suspension during 50 requests a second', run: suspensionWhilePolling },
    {
      number: 15,
      title: 'other sessions after a new password or e-mail',
      tests: [
        [
          'api/src/users/self.test.ts',
          'revokes every session after a password change and informs by mail',
        ],
        [
          'api/src/users/manage.test.ts',
          'revokes the sessions after an e-mail change and informs both addresses',
        ],
      ],
    },
    { number: 16, title: 'signing out twice, and with a password', run: signOutTwice },
    { number: 17, title: 'a token in the URL, a cookie or the body', run: tokensElsewhere },
    { number: 18, title: 'a call from another site', run: crossSiteCall },
    { number: 19, title: 'a CORS preflight from another site', run: foreignPreflight },
    { number: 20, title: 'secrets in logs, metrics and tables', run: canarySecrets },
    { number: 21, title: '10,000 sign-ins of one person', run: tenThousandSignIns },
    { number: 22, title: 'the token of a removed person', run: tokenOfRemovedPerson },
  ],
  controls: [
    { title: 'a revoked token that is restored by hand is accepted', run: restoredToken },
    { title: 'a secret in a table is found', run: plantedSecret },
    { title: 'a branch that is 8 ms slower is detected', run: slowBranch },
  ],
}
