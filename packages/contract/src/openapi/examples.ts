/** Examples of bodies whose rules a schema alone doesn’t tell, by the name of the call. */
export const givenExamples: Readonly<Record<string, object>> = {
  authLogin: {
    login: 'alice@example.com',
    password: 'correct horse battery staple',
    captcha: { id: 'kP3vX8qLr2TgYw7Zb5NcJ4', picks: [] },
  },
  advertiseEdit: { status: 'paused' },
}
