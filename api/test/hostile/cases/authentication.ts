import { fileOf, hostile, type HostileClass } from './case.ts'

const OWN = fileOf('authentication')
const CREDENTIALS = 'api/src/kernel/http/auth/authenticate.test.ts'
const PASSWORDS = 'api/src/kernel/http/auth/password.test.ts'
const SIGN_IN = 'api/src/sessions/sign-in.test.ts'
const LIMITS = 'api/src/sessions/rate-limits.test.ts'
const TOKENS = 'api/src/sessions/tokens.test.ts'

export const authentication: HostileClass = {
  name: 'A. Authentication and sessions',
  cases: [
    hostile(1, 'no endpoint answers without a credential', OWN),
    hostile(2, 'malformed credentials', [
      CREDENTIALS,
      'rejects malformed credentials with 401',
      'rejects two Authorization or Host headers',
    ]),
    hostile(3, 'the token of another person', [
      CREDENTIALS,
      'rejects a token of another person or with one changed letter',
    ]),
    hostile(
      4,
      'altered tokens',
      [CREDENTIALS, 'rejects a token of another person or with one changed letter'],
      [SIGN_IN, 'treats token- as the prefix of tokens only'],
    ),
    hostile(
      5,
      'unusual passwords',
      [SIGN_IN, 'verifies unusual passwords exactly'],
      [CREDENTIALS, 'rejects a NUL in the email or password with 401'],
      [PASSWORDS, 'uses every letter of a long password', 'verifies a password against its hash'],
    ),
    hostile(6, 'a guess costs the same for known and unknown e-mails', OWN, [
      SIGN_IN,
      'answers a wrong password and an unknown e-mail identically',
    ]),
    hostile(7, '20 guesses for one account', [
      LIMITS,
      'rejects the sixth sign-in after five failures, even with the right password',
      'limits an unknown e-mail in the same way',
      'ignores letter case, headers and codes when it counts',
      'still allows other networks and other people',
    ]),
    hostile(8, 'one guess for each of many accounts ends after a hundred hashes', OWN, [
      LIMITS,
      'limits one network that tries many accounts',
    ]),
    hostile(9, 'guessed tokens cost no hash of a password', OWN, [
      CREDENTIALS,
      'limits guessed tokens but not valid ones',
    ]),
    hostile(
      10,
      'a hundred sign-ins at once do not delay others',
      OWN,
      [PASSWORDS, 'rejects sign-ins with 503 when the queue is full'],
      [
        'api/src/sessions/hashing.nightly.test.ts',
        'serves a second network while the first one fills the queue',
      ],
    ),
    hostile(11, 'a password without a code, a used code, and ten wrong codes', [
      'api/src/sessions/twofactor.test.ts',
      'requires a code in addition to the password once confirmed',
      'accepts a code once, even for concurrent requests',
      'counts wrong codes like wrong passwords',
      'limits wrong codes from all networks together, but not recovery codes',
      'can be set up with the password where it is enforced',
    ]),
    hostile(12, 'a person who sets their own second factor', [
      'api/src/users/self.test.ts',
      'rejects changes of the own grants and applies nothing else of the request',
    ]),
    hostile(13, 'a token after signing out, on two nodes', OWN, [
      TOKENS,
      'revokes the token on sign-out',
    ]),
    hostile(14, 'suspension while requests are running', OWN, [
      'api/test/access.test.ts',
      'rejects a suspended person at once',
    ]),
    hostile(
      15,
      'other sessions after a new password or e-mail',
      [
        'api/src/users/self.test.ts',
        'revokes every session after a password change and informs by mail',
      ],
      [
        'api/src/users/manage.test.ts',
        'revokes the sessions after an e-mail change and informs both addresses',
      ],
    ),
    hostile(16, 'signing out twice, and with a password', [
      TOKENS,
      'lets only one of two concurrent sign-outs succeed',
      'requires the token, not the password, to sign out',
    ]),
    hostile(17, 'a token in the URL, a cookie or the body', [
      CREDENTIALS,
      'ignores tokens in the URL, a cookie or the body',
    ]),
    hostile(18, 'a call from another site', [
      CREDENTIALS,
      'rejects cross-site requests with a saved credential',
      'rejects a foreign origin from a browser that sends no Sec-Fetch-Site',
      'sends no WWW-Authenticate to browsers',
    ]),
    hostile(19, 'a CORS preflight from another site', [
      CREDENTIALS,
      'allows nothing in a CORS preflight',
    ]),
    hostile(
      20,
      'secrets in logs, metrics and tables',
      fileOf('process'),
      [
        'api/src/kernel/http/log.test.ts',
        'logs no credential, cookie, query, body, response or signature',
      ],
      ['api/src/audit/routes.test.ts', 'never contains a secret'],
    ),
    hostile(21, 'many sign-ins of one person leave fifty tokens', OWN, [
      TOKENS,
      'keeps at most fifty tokens and revokes the longest unused one',
      'keeps at most fifty tokens when many are created at once',
    ]),
    hostile(22, 'the token of a removed person, also after the e-mail is used again', OWN),
  ],
  controls: [
    [
      OWN,
      'control: hashes without a queue delay others',
      'control: a revoked token that is restored by hand is accepted',
      'control: a branch that is 8 ms slower is detected',
    ],
    [fileOf('process'), 'control: a secret in a table is found'],
  ],
}
