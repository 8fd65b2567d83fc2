/** Hosts at which anybody has an address: two accounts there have nothing in common. */
export const publicMailHosts: readonly string[] = `
  gmail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com icloud.com me.com mac.com
  aol.com proton.me protonmail.com pm.me tutanota.com tuta.io gmx.com gmx.net gmx.de gmx.at gmx.ch web.de
  t-online.de freenet.de mail.com mail.ru inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua
  yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.co.in yahoo.co.id yahoo.com.br hotmail.co.uk hotmail.fr
  hotmail.de hotmail.it hotmail.es live.fr live.co.uk outlook.fr orange.fr wanadoo.fr free.fr laposte.net sfr.fr
  libero.it virgilio.it tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz abv.bg freemail.hu
  citromail.hu qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net rediffmail.com uol.com.br
  bol.com.br terra.com.br comcast.net verizon.net att.net btinternet.com zoho.com fastmail.com hey.com duck.com
  mozmail.com`
  .trim()
  .split(/\s+/u)
