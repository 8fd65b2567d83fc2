import { expect, test } from 'vitest'
import { isFinal, OwnerFailure } from '#kernel/job/failure.ts'
import { faultOf } from './fault.ts'

const answered = (command: string, response: string): Error =>
  Object.assign(new Error(response), { command, response, responseCode: Number(response.slice(0, 3)) })

const judge = (command: string, response: string): 'mailbox' | 'owner' | 'later' => {
  const failure = faultOf(answered(command, response))
  if (isFinal(failure)) return 'mailbox'
  return failure instanceof OwnerFailure ? 'owner' : 'later'
}

test.each([
  ['RCPT TO', '550 5.1.1 <ann@x.test>: Recipient address rejected: User unknown'],
  ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Try again.'],
  ['RCPT TO', '550 5.1.2 no such domain'],
  ['RCPT TO', '553 5.1.3 bad destination mailbox address syntax'],
  ['RCPT TO', '556 5.1.10 Recipient address has null MX'],
  ['RCPT TO', '550 5.2.1 The mailbox is disabled'],
  ['RCPT TO', '550 5.4.4 unable to route'],
  ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied'],
  ['RCPT TO', '550 No such user here'],
  ['RCPT TO', '550 5.5.0 Requested action not taken: mailbox unavailable'],
  ['DATA', '550 5.1.1 no such user'],
])('%s %s speaks of the mailbox', (command, response) => expect(judge(command, response)).toBe('mailbox'))

test.each([
  ['RCPT TO', '553 5.7.1 <site@x.test>: Sender address rejected: not logged in'],
  ['RCPT TO', '553 5.1.8 Sender address rejected: Domain not found'],
  ['RCPT TO', '550 5.1.7 Bad sender address'],
  ['RCPT TO', '554 5.7.1 Relay access denied'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '550 5.7.1 Blocked'],
  ['RCPT TO', '530 5.7.0 Must issue a STARTTLS command first'],
  ['MAIL FROM', '550 5.1.0 sender rejected'],
  ['MAIL FROM', '530 Authentication required'],
  ['AUTH PLAIN', '535 5.7.8 Error: authentication failed'],
  ['DATA', '550 5.7.1 Message content rejected'],
  ['DATA', '554 no'],
  ['DATA', '552 5.3.4 message too large'],
  ['CONN', '554 5.7.1 Service unavailable; client host blocked'],
])('%s %s speaks of the site', (command, response) => expect(judge(command, response)).toBe('owner'))

test.each([
  ['RCPT TO', '450 4.2.0 greylisted'],
  ['RCPT TO', '452 4.2.2 mailbox full'],
  ['RCPT TO', '552 5.2.2 mailbox full'],
  ['DATA', '451 4.3.0 try again'],
  ['CONN', '421 4.7.0 too many connections'],
  ['AUTH LOGIN', '454 4.7.0 temporary authentication failure'],
])('%s %s is tried again, and tells nobody', (command, response) => expect(judge(command, response)).toBe('later'))

test('an error without an answer stays as it is', () => {
  const error = new Error('Timeout')
  expect(faultOf(error)).toBe(error)
})
