// Prints, for each pattern in a file, which characters it matches. The package regexp is RE2.
package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

func main() {
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, text := range strings.Split(string(file), "\x01") {
		pattern := regexp.MustCompile(text)
		var verdicts strings.Builder
		for code := rune(0); code < 0x10000; code++ {
			if code >= 0xd800 && code < 0xe000 {
				continue
			}
			if pattern.MatchString(string(code)) {
				verdicts.WriteByte('1')
			} else {
				verdicts.WriteByte('0')
			}
		}
		fmt.Println(verdicts.String())
	}
}
