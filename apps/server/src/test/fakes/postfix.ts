import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SMTPServer } from 'smtp-server'

/** Why there is no Postfix to test with; undefined: there is. */
export const noPostfix: string | undefined =
  process.getuid?.() !== 0
    ? 'Postfix starts only as root'
    : existsSync('/usr/sbin/postfix')
      ? undefined
      : 'Postfix is not installed'

/** Attributes of what Postfix asks a policy service, such as `protocol_state` and `recipient`. */
type Question = Readonly<Record<string, string>>

export interface PostfixOptions {
  /** Answers each question of Postfix at RCPT TO and after the final dot, when it likes to. */
  readonly policy: (question: Question) => Promise<string>
  /** Gets each letter that Postfix hands on. */
  readonly deliver: (letter: { readonly to: string; readonly text: string }) => void
  readonly user: string
  readonly password: string
  /** The one address that this user may send from. */
  readonly sender: string
  readonly domain: string
  /** The mailboxes of the domain that exist. */
  readonly mailboxes: readonly string[]
}

export const portOf = (server: Server): number => {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return port
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return portOf(server)
}

/** Starts a Postfix of its own, with its own configuration and queue, that relays to the test. */
export const startPostfix = async (options: PostfixOptions) => {
  const dir = mkdtempSync(join(tmpdir(), 'runnel-postfix-'))
  // Its processes run as users of their own.
  chmodSync(dir, 0o755)
  for (const folder of ['queue', 'data']) mkdirSync(join(dir, folder), { mode: 0o755 })
  const sink = openSink(options.deliver)
  const [policy, auth] = [servePolicy(options.policy), serveLogins(options)]
  const free = createServer()
  const port = await listen(free)
  await new Promise((done) => free.close(done))
  const ports = { policy: await listen(policy), auth: await listen(auth), sink: await listen(sink.server) }
  const setting = (name: string): string => execFileSync('/usr/sbin/postconf', ['-h', name]).toString().trim()
  const owner = setting('mail_owner')
  execFileSync('chown', [owner, join(dir, 'data')])
  writeFileSync(join(dir, 'main.cf'), mainOf({ dir, options, ports, owner, daemons: setting('daemon_directory') }))
  writeFileSync(join(dir, 'master.cf'), masterOf(port))
  const postfix = (command: string): void => {
    execFileSync('/usr/sbin/postfix', ['-c', dir, command], { stdio: 'ignore' })
  }
  postfix('start')
  const stop = async (): Promise<void> => {
    postfix('stop')
    for (const server of [policy, auth]) server.close()
    await new Promise<void>((done) => sink.close(done))
    rmSync(dir, { recursive: true, force: true })
  }
  return { port, stop }
}

interface MainInput {
  readonly dir: string
  readonly options: PostfixOptions
  readonly ports: { readonly policy: number; readonly auth: number; readonly sink: number }
  readonly owner: string
  readonly daemons: string
}

const mainOf = ({ dir, options: { user, sender, domain, mailboxes }, ports, owner, daemons }: MainInput): string => `
compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
daemon_directory = ${daemons}
mail_owner = ${owner}
maillog_file = ${dir}/mail.log
maillog_file_prefixes = ${dir}
myhostname = mx.${domain}
mydestination =
mynetworks = 127.0.0.2/32
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
relay_domains = ${domain}
relay_recipient_maps = inline:{ ${mailboxes.map((name) => `{${name}@${domain}=OK}`).join(' ')} }
relay_transport = smtp:[127.0.0.1]:${ports.sink}
smtp_dns_support_level = disabled
smtp_tls_security_level = none
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${ports.auth}
smtpd_sender_login_maps = inline:{ {${sender}=${user}} }
smtpd_sender_restrictions = reject_sender_login_mismatch
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = check_policy_service inet:127.0.0.1:${ports.policy}
smtpd_end_of_data_restrictions = check_policy_service inet:127.0.0.1:${ports.policy}
smtpd_error_sleep_time = 0
smtpd_peername_lookup = no
`

const services = [
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'verify unix - - n - 1 verify',
  'flush unix n - n 1000? 0 flush',
  'proxymap unix - - n - - proxymap',
  'smtp unix - - n - - smtp',
  'showq unix n - n - - showq',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'pickup unix n - n 60 1 pickup',
  'postlog unix-dgram n - n - 1 postlogd',
]

const masterOf = (port: number): string => [`127.0.0.1:${port} inet n - n - - smtpd`, ...services, ''].join('\n')

/** Takes what Postfix relays. */
const openSink = (deliver: PostfixOptions['deliver']) =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope: { rcptTo } }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        for (const { address } of rcptTo) deliver({ to: address, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })

const eachLine = (socket: Socket, act: (line: string) => void): void => {
  // Postfix closes its connections as it likes.
  socket.on('error', () => undefined)
  createInterface({ input: socket }).on('line', act)
}

/** The policy protocol of Postfix: lines of attributes, and an empty one that asks for the answer. */
const servePolicy = (policy: PostfixOptions['policy']): Server =>
  createServer((socket) => {
    let question: Record<string, string> = {}
    eachLine(socket, (line) => {
      if (line !== '') {
        const [name = '', ...rest] = line.split('=')
        question[name] = rest.join('=')
        return
      }
      const asked = question
      question = {}
      void policy(asked).then((action) => socket.write(`action=${action}\n\n`))
    })
  })

/** The login protocol of Dovecot, as far as Postfix needs it for PLAIN. */
const serveLogins = ({ user, password }: Pick<PostfixOptions, 'user' | 'password'>): Server =>
  createServer((socket) => {
    const lines = ['VERSION\t1\t1', 'MECH\tPLAIN\tplaintext', 'SPID\t1', 'CUID\t1', `COOKIE\t${'0'.repeat(32)}`, 'DONE']
    socket.write(`${lines.join('\n')}\n`)
    eachLine(socket, (line) => {
      const [command, id = '', ...fields] = line.split('\t')
      if (command !== 'AUTH') return
      const resp = fields.find((field) => field.startsWith('resp='))?.slice(5) ?? ''
      const isRight = Buffer.from(resp, 'base64').toString() === `\0${user}\0${password}`
      socket.write(isRight ? `OK\t${id}\tuser=${user}\n` : `FAIL\t${id}\tuser=${user}\n`)
    })
  })

/** Stands between the site and a server, and breaks the connections of the site when told to. */
export const openBreaker = async (port: number) => {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    sockets.add(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far)
    far.pipe(near, { end: false })
  })
  return {
    port: await listen(server),
    breakAll: (): void => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    close: (): void => void server.close(),
  }
}
