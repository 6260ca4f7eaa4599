import { type BrokenRule, replacing } from './broken-rule.ts'

const TOKEN_ROUTES = 'src/http/token-routes.ts'
const TOKENS = 'src/auth/access-tokens.ts'
const ACCESS_TOKEN = 'src/auth/authenticators/access-token.ts'
const SIGN_IN = 'src/auth/sign-in.ts'
const SIGNATURES = 'src/auth/signature-uses.ts'
const HMAC = 'src/auth/authenticators/hmac.ts'
const USER_KEY = 'src/auth/authenticators/user-key.ts'

const NEEDED = 'AUTH-TOK-01 username, password and domain are all needed, as strings'
const ANSWER = 'AUTH-TOK-02 AUTH-TOK-03 USR-16 the token comes with who it is for and how long it lives'
const ENDED = 'AUTH-TOK-09 AUTH-TOK-10 ERR-03 a token is ended once, and by nobody who has nothing to do with it'
const NOTED = 'USR-25 USR-26 USR-27 USR-28 a sign-in is noted, failures are counted until the next one'
const OWN = 'USR-45 USR-51 the own password is changed with the old one; other sign-ins end, this one goes on'

const tokenRules: BrokenRule[] = replacing('test/api/token.test.ts', [
  {
    title: NEEDED,
    rule: 'A domain that is not a string counts as unknown.',
    statements: ['AUTH-TOK-01'],
    says: 'answered 401, expected 422',
    edits: [
      {
        file: TOKEN_ROUTES,
        find: "domain: read('domain'), second_factor }",
        replace: "domain: String(isRecord(sent) ? sent.domain : ''), second_factor }",
      },
    ],
  },
  {
    title: 'AUTH-TOK-01 whatever is wrong, the answer is the same',
    rule: 'The answer reveals that the user does not exist.',
    statements: ['AUTH-TOK-01'],
    says: 'the number of different messages',
    edits: [
      {
        file: SIGN_IN,
        find: 'await hashing.verify(password, null, { address })\n        return null',
        replace: "throw unauthorized('There is no such user.')",
      },
    ],
  },
  {
    title: 'AUTH-TOK-01 a developer-id is needed, and no other credential',
    rule: 'A sign-in needs no developer-id.',
    statements: ['AUTH-TOK-01'],
    says: 'developer-id: POST token',
    edits: [
      {
        file: TOKEN_ROUTES,
        find: '    await parts.checkDeveloper(credentialsOf(request, queryOf(request)))\n    const { body }',
        replace: '    const { body }',
      },
    ],
  },
  {
    title: ANSWER,
    rule: 'A token lacks the time zone of its user.',
    statements: ['AUTH-TOK-02', 'USR-16'],
    says: 'the members of a token',
    edits: [{ file: TOKEN_ROUTES, find: '      timezone: user.zone,\n', replace: '' }],
  },
  {
    title: ANSWER,
    rule: 'expire is in seconds.',
    statements: ['AUTH-TOK-03'],
    says: 'expire: expected 15',
    edits: [{ file: TOKEN_ROUTES, find: 'expire: IDLE_SECONDS / 60', replace: 'expire: IDLE_SECONDS' }],
  },
  {
    title: 'AUTH-TOK-04 AUTH-TOK-05 ERR-02 the token identifies as header and as parameter, with a developer-id',
    rule: 'A token is not read from the query.',
    statements: ['AUTH-TOK-05'],
    says: 'answered 401, expected 200',
    edits: [
      {
        file: ACCESS_TOKEN,
        find: "header('access-token') || parameter('access-token') || undefined",
        replace: "header('access-token') || (parameter('access-token') && 'none') || undefined",
      },
    ],
  },
  {
    title: 'AUTH-TOK-04 AUTH-TOK-05 ERR-02 the token identifies as header and as parameter, with a developer-id',
    rule: 'Extra characters after a token in the header are ignored.',
    statements: ['AUTH-TOK-04'],
    says: 'answered 200, expected 401',
    edits: [
      {
        file: ACCESS_TOKEN,
        find: "bearerOf(tokenOf(credentials) ?? '')",
        replace: "bearerOf((tokenOf(credentials) ?? '').slice(0, 32))",
      },
    ],
  },
  {
    title:
      'AUTH-TOK-06 AUTH-TOK-08 LIM-03 ERR-02 a token that rested for fifteen minutes stays refused; a new one is to be had',
    rule: 'An unused token lives for an hour.',
    statements: ['AUTH-TOK-06', 'AUTH-TOK-08', 'LIM-03'],
    says: 'answered 200, expected 401',
    edits: [
      { file: TOKENS, find: 'uses.latest(mark)) + IDLE_SECONDS', replace: 'uses.latest(mark)) + 4 * IDLE_SECONDS' },
    ],
  },
  {
    title: 'AUTH-TOK-07 LIM-03 every successful request gives fifteen minutes again, one that fails does not',
    rule: 'A failed request extends a token by fifteen minutes.',
    statements: ['AUTH-TOK-07', 'LIM-03'],
    says: 'answered 200, expected 401',
    edits: [{ file: ACCESS_TOKEN, find: 'credentials.onSuccess(bearer.touch)', replace: 'bearer.touch()' }],
  },
  {
    title: 'AUTH-TOK-07 LIM-03 every successful request gives fifteen minutes again, one that fails does not',
    rule: 'A request does not extend a token.',
    statements: ['AUTH-TOK-07', 'LIM-03'],
    says: 'answered 401, expected 200',
    edits: [{ file: ACCESS_TOKEN, find: '      credentials.onSuccess(bearer.touch)\n', replace: '' }],
  },
  {
    title: ENDED,
    rule: 'A deleted token still works.',
    statements: ['AUTH-TOK-09'],
    says: 'answered 200, expected 401',
    edits: [
      {
        file: TOKENS,
        find: "const ended = await db.run('delete from access_token where mark = $1', [found.mark])",
        replace: "const ended = await db.run('select 1 from access_token where mark = $1 for update', [found.mark])",
      },
    ],
  },
  {
    title: ENDED,
    rule: 'A clerk can delete the token of another user.',
    statements: ['AUTH-TOK-10', 'ERR-03'],
    says: 'answered 204, expected 404',
    edits: [
      {
        file: TOKEN_ROUTES,
        find: 'holder.user_id === caller.user_id || reaches',
        replace: 'holder.root_id === caller.root_id || reaches',
      },
    ],
  },
  {
    title: NOTED,
    rule: 'A sign-in does not reset the count of failures.',
    statements: ['USR-25', 'USR-26', 'USR-27', 'USR-28'],
    says: 'login_attempts after a sign-in',
    edits: [{ file: SIGN_IN, find: 'set login_attempts = 0, login_locked', replace: 'set login_locked' }],
  },
  {
    title: NOTED,
    rule: 'A sign-in does not record the address.',
    statements: ['USR-28'],
    says: 'current_login_ip',
    edits: [{ file: SIGN_IN, find: 'current_login_ip = $5,', replace: 'current_login_ip = left($5, 0),' }],
  },
  {
    title: OWN,
    rule: 'Other tokens of a user still work after a change of password.',
    statements: ['USR-45', 'USR-51'],
    says: 'answered 200, expected 401',
    edits: [
      {
        file: TOKENS,
        find: "'delete from access_token where user_id = $1 and id is distinct from $2'",
        replace: "'delete from access_token where user_id = $1 and id = $2 and false'",
      },
    ],
  },
  {
    title: 'USR-18 USR-49 a token ends when its user is switched off or deleted',
    rule: 'A token works again after its user is deactivated and reactivated.',
    statements: ['USR-18', 'USR-49'],
    says: 'tokens: GET users/me answered 200, expected 401',
    edits: [
      {
        file: 'src/resources/user/user.commands.ts',
        find: 'return Boolean(password) || status_id === 0',
        replace: 'return Boolean(password) || (status_id as number) === 2',
      },
    ],
  },
  {
    title: 'USR-02 capitals make no difference to a username and a domain',
    rule: 'A domain in capitals is unknown.',
    statements: ['USR-02'],
    says: 'answered 401, expected 201',
    edits: [
      {
        file: SIGN_IN,
        find: 'accountOf(FIND_ACCOUNT, [hostOf(domain) ?? domain.toLowerCase(), username])',
        replace: 'accountOf(FIND_ACCOUNT, [hostOf(domain) === domain ? domain : null, username])',
      },
    ],
  },
])

const signatureRules: BrokenRule[] = replacing('test/api/hmac.test.ts', [
  {
    title: 'AUTH-HMAC-01 the digits may be capitals',
    rule: 'A signature must be in lower case.',
    statements: ['AUTH-HMAC-01'],
    says: 'capitals: GET accountvaults',
    edits: [{ file: SIGNATURES, find: '/^[0-9a-f]{64}$/i.test(hash)', replace: '/^[0-9a-f]{64}$/.test(hash)' }],
  },
  {
    title: 'AUTH-HMAC-02 the time is in seconds',
    rule: 'A timestamp can be in milliseconds.',
    statements: ['AUTH-HMAC-02'],
    says: 'answered 200, expected 401',
    edits: [
      {
        file: SIGNATURES,
        find: 'if (!/^\\d{1,12}$/.test(timestamp)) return false',
        replace: 'if (!/^\\d{1,13}$/.test(timestamp)) return false',
      },
      {
        file: SIGNATURES,
        find: 'const age = seconds - Number(timestamp)',
        replace: 'const age = seconds - Number(timestamp) / (timestamp.length > 12 ? 1000 : 1)',
      },
    ],
  },
  {
    title: 'AUTH-HMAC-04 the query carries a signature as well, and links do not repeat it',
    rule: 'A signature is not read from the query.',
    statements: ['AUTH-HMAC-04'],
    says: 'answered 401, expected 200',
    edits: [{ file: HMAC, find: 'for (const read of [header, parameter])', replace: 'for (const read of [header])' }],
  },
  {
    title: 'AUTH-HMAC-05 LIM-04 a signature lives fifteen minutes, and may be a minute ahead',
    rule: 'The timestamp of a signature can be 15 minutes ahead.',
    statements: ['AUTH-HMAC-05', 'LIM-04'],
    says: 'answered 200, expected 401',
    edits: [{ file: SIGNATURES, find: 'const AHEAD_SECONDS = 60', replace: 'const AHEAD_SECONDS = 900' }],
  },
  {
    title: 'AUTH-HMAC-06 signatures are taken at a few places and below them, nowhere else',
    rule: 'Tags accept signatures.',
    statements: ['AUTH-HMAC-06'],
    says: 'GET tags answered 200, expected 401',
    edits: [{ file: HMAC, find: "'salestax', 'transaction']", replace: "'salestax', 'tag', 'transaction']" }],
  },
])

const userKeyRules: BrokenRule[] = replacing('test/api/user-key.test.ts', [
  {
    title: 'AUTH-KEY-01 AUTH-KEY-04 headers alone identify the caller',
    rule: 'users/me does not read the key from the headers.',
    statements: ['AUTH-KEY-01'],
    says: 'headers: GET users/me answered 401',
    alone: true,
    edits: [
      {
        file: USER_KEY,
        find: '[credentials.header, credentials.parameter]',
        replace:
          "credentials.path === '/v2/users/me' ? [credentials.parameter] : [credentials.header, credentials.parameter]",
      },
    ],
  },
  {
    title: 'AUTH-KEY-02 AUTH-KEY-04 query parameters alone identify the caller, the developer too',
    rule: 'The key is not read from the query.',
    statements: ['AUTH-KEY-02'],
    says: 'query: GET users/me',
    edits: [{ file: USER_KEY, find: '[credentials.header, credentials.parameter]', replace: '[credentials.header]' }],
  },
  {
    title: 'AUTH-KEY-03 AUTH-KEY-04 Basic authorization alone identifies the caller',
    rule: 'Basic authorization expects the key before the user.',
    statements: ['AUTH-KEY-03', 'AUTH-KEY-04'],
    says: 'basic: GET users/me',
    edits: [
      {
        file: USER_KEY,
        find: '{ user_id: basic.username, user_api_key: basic.password }',
        replace: '{ user_id: basic.password, user_api_key: basic.username }',
      },
    ],
  },
  {
    title: 'AUTH-KEY-05 a generated key replaces the old one at once',
    rule: 'A generated key is not stored, so the old one still works.',
    statements: ['AUTH-KEY-05'],
    says: 'answered 401, expected 200',
    edits: [
      {
        file: 'src/resources/user/user.commands.ts',
        find: "apiKeyColumns(cipher.fingerprint('api_key', key), limits",
        replace: "apiKeyColumns(row.user_api_key_mark ?? cipher.fingerprint('api_key', key), limits",
      },
      {
        file: 'src/resources/user/user.commands.ts',
        find: 'API_KEY_LIMITS, (cipher, _row, limits',
        replace: 'API_KEY_LIMITS, (cipher, row, limits',
      },
    ],
  },
])

export const signInRules: BrokenRule[] = [...tokenRules, ...signatureRules, ...userKeyRules]
