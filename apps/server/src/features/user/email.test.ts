import { expect, it } from 'vitest'
import { emailKey, refuseDisposable } from './email.ts'

it.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+faucet@example.com', 'ann@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['A.N.N+x+y@GoogleMail.com', 'ann@gmail.com'],
  ['ann@gmail.com', 'ann@gmail.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['Анна@почта.рф', 'анна@xn--80a1acny.xn--p1ai'],
  ['Ann+x@ПОЧТА.рф', 'ann@xn--80a1acny.xn--p1ai'],
  ['ann@XN--80a1acny.XN--p1ai', 'ann@xn--80a1acny.xn--p1ai'],
])('reads %s as %s', (email, key) => {
  expect(emailKey(email)).toBe(key)
})

it('refuses throw-away mailboxes and their subdomains, and nothing else', () => {
  for (const email of ['a@mailinator.com', 'a@MAILINATOR.com', 'a@very.deep.mailinator.com', 'a@yopmail.com']) {
    expect(() => refuseDisposable(email), email).toThrow(/Disposable/)
  }
  for (const email of ['a@gmail.com', 'a@example.com', 'a@web.de', 'a@mailinator.com.example.org']) {
    expect(() => refuseDisposable(email), email).not.toThrow()
  }
})
